// ChatRESTTests
