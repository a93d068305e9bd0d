// ChatBackendTests
