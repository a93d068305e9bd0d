import Chat
import HTTP

extension ErrorResponse {
    /// The status and code that Better Auth returns.
    init(_ error: PasswordError) {
        let isSigningIn = error.operation == .signIn
        switch error.reason {
        case .wrongCredentials where error.operation == .change:
            self.init(.badRequest, "Invalid password", code: "INVALID_PASSWORD")
        case .forbidden where error.operation == .change:
            self.init(.unauthorized, "Unauthorized", code: "UNAUTHORIZED")
        case .wrongCredentials:
            self.init(.unauthorized, "Invalid username or password", code: "INVALID_USERNAME_OR_PASSWORD")
        case .malformedName:
            self.init(
                isSigningIn ? .unprocessableContent : .badRequest, "Username is invalid", code: "USERNAME_IS_INVALID")
        case .malformedEmail:
            self.init(.badRequest, "[body.email] Invalid email address", code: "VALIDATION_ERROR")
        case .nameTaken:
            self.init(
                .badRequest, "Username is already taken. Please try another.",
                code: "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER")
        case .emailTaken:
            self.init(
                .unprocessableContent, "User already exists. Use another email.",
                code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")
        case .passwordTooShort: self.init(.badRequest, "Password too short", code: "PASSWORD_TOO_SHORT")
        case .passwordTooLong: self.init(.badRequest, "Password too long", code: "PASSWORD_TOO_LONG")
        case .weakPassword: self.init(.badRequest, "Password is easy to guess", code: "PASSWORD_COMPROMISED")
        case .unverifiedEmail: self.init(.forbidden, "Email not verified", code: "EMAIL_NOT_VERIFIED")
        case .tooManyAttempts(let wait):
            self.init(.tooManyRequests, "Too many requests. Please try again later.")
            if let wait { headers["X-Retry-After"] = "\(max(wait.components.seconds, 1))" }
        case .forbidden where isSigningIn: self.init(.forbidden, "Not allowed", code: "BANNED_USER")
        case .forbidden:
            self.init(
                .badRequest, "Email and password sign up is not enabled", code: "EMAIL_PASSWORD_SIGN_UP_DISABLED")
        case .backend(let error): self.init(error, subject: "Account")
        }
    }
}
