import Accounts
import Chat
import HTTP

/// The route table. Each member is a row, and prints links, form actions and redirects; `Routes.table` finds the row of a
/// request. If two patterns match a path, the first row is used.
let routes = Routes()

struct Routes: Sendable {
    static let table = RouteTable(
        Mirror(reflecting: routes).children.map { member in
            guard let row = member.value as? any RouteRow else {
                preconditionFailure("\(member.label ?? "a member") is no row of the route table")
            }
            return row
        })

    let home = Route("home", .get, "/", .anyone, .page(.reading, .memory, .request)) { $1.home }

    let signIn = Route<ReturnParameters>("signIn", .get, "/sign-in", .anyone, .page(.settings, .service)) {
        try await $0.features.signIn.signInPage($1, $2.path)
    }
    let submitSignIn = Route(
        "signIn", .post, "/sign-in", .anyone, .change(.settings, .service, .textForm, attempts: .signIn)
    ) { try await $0.features.signIn.signIn($1) }
    let secondFactor = Route("secondFactor", .get, "/sign-in/second-factor", .anyone, .page(.settings, .service)) {
        try await $0.features.secondFactor.secondFactorPage($1)
    }
    let submitSecondFactor = Route(
        "secondFactor", .post, "/sign-in/second-factor", .anyone,
        .change(.settings, .service, .textForm, attempts: .factor)
    ) { try await $0.features.secondFactor.proveSecondFactor($1) }
    let submitPasskey = Route(
        "passkeySignIn", .post, "/sign-in/passkey", .anyone,
        .change(.settings, .service, .textForm, attempts: .challenge), when: .passkeySignIn
    ) { try await $0.features.passkeySignIn.signInWithPasskey($1) }
    /// Removes the user of the last sign-in from the browser.
    let forgetLastUser = Route(
        "lastUser", .post, "/sign-in/last-user", .anyone, .change(.settings, .service, .textForm)
    ) { await $0.features.signIn.forgetLastUser($1) }
    /// Sends the browser to a provider.
    let provider = Route<SignInMethodID>(
        "provider", .post, "/sign-in/:method", .anyone,
        .change(.settings, .service, .textForm, attempts: .departure)
    ) { try await $0.features.providers.setOut($1, to: $2) }
    /// Where a provider redirects the browser to.
    let providerCallback = Route<SignInMethodID>(
        "providerCallback", .get, "/sign-in/:method/callback", .anyone,
        .page(.settings, .service, attempts: .transaction), from: .others
    ) { try await $0.features.providers.comeBack($1, from: $2, then: $0.answerWithin) }
    /// The same with the provider's response in a form (`form_post`).
    let providerFormCallback = Route<SignInMethodID>(
        "providerCallback", .post, "/sign-in/:method/callback", .anyone,
        .change(.settings, .service, .textForm, attempts: .transaction), from: .others
    ) { try await $0.features.providers.takeAnswer($1, from: $2) }
    /// Where a provider reports ended sessions (OpenID Connect Back-Channel Logout §2.5).
    let providerSignOut = Route<SignInMethodID>(
        "providerSignOut", .post, "/sign-in/:method/sign-out", .anyone, .notice, from: .others
    ) { try await $0.features.providers.endSessions($1, for: $2) }
    /// Where a provider reports changes of an account (Apple's server notifications).
    let providerNotice = Route<SignInMethodID>(
        "providerNotice", .post, "/sign-in/:method/notice", .anyone, .notice, from: .others
    ) { try await $0.features.providers.takeNotice($1, from: $2) }
    /// Where a user who has signed in at a provider for the first time sets up a profile.
    let welcome = Route<ReturnParameters>("welcome", .get, "/welcome", .anyone, .page(.settings, .service)) {
        try $0.features.welcome.welcome($1, $2.path)
    }
    let setUpProfile = Route("welcome", .post, "/welcome", .anyone, .change(.settings, .service, .textForm)) {
        try await $0.features.welcome.setUp($1)
    }
    /// Where a one-time link leads: an invitation, or a new password.
    let oneTimeLink = Route<LinkParameters>(
        "oneTimeLink", .get, "/link", .anyone, .page(.settings, .memory, .request), when: .people
    ) { try await $0.features.oneTimeLinks.linkPage($1, $2.token) }
    let useOneTimeLink = Route(
        "oneTimeLink", .post, "/link", .anyone, .change(.settings, .memory, .smallForm, attempts: .link),
        when: .people
    ) { try await $0.features.oneTimeLinks.useLink($1) }
    /// Where the first admin of a site without people is made, with the code from the log.
    let firstAdmin = Route(
        "firstAdmin", .get, "/first-admin", .anyone, .page(.settings, .memory, .request), when: .firstAdmin
    ) { try await $0.features.firstAdmin.page($1) }
    let makeFirstAdmin = Route(
        "firstAdmin", .post, "/first-admin", .anyone,
        .change(.settings, .memory, .smallForm, attempts: .firstAdmin), when: .firstAdmin
    ) { try await $0.features.firstAdmin.make($1) }
    let signOut = Route("signOut", .post, "/sign-out", .anyone, .change(.settings, .service, .smallForm)) {
        try await $0.features.signOut.signOut($1)
    }
    let register = Route<ReturnParameters>("register", .get, "/register", .anyone, .page(.settings, .service)) {
        $0.features.registration.registerPage($1, $2.path)
    }
    let submitRegistration = Route(
        "register", .post, "/register", .anyone, .change(.settings, .service, .textForm, attempts: .registration)
    ) { try await $0.features.registration.register($1) }

    let conversations = Route<ListParameters>(
        "conversations", .get, "/conversations", .signedIn, .page(.reading, .backend, .kept)
    ) { try await $0.features.conversations.conversations($1, $2) }
    let createConversation = Route(
        "conversations", .post, "/conversations", .signedIn, .change(.creating, .backend, .mediumForm)
    ) { try await $0.features.people.createConversation($1) }
    let newConversation = Route<SearchParameters>(
        "newConversation", .get, "/conversations/new", .signedIn, .page(.reading)
    ) { try await $0.features.people.newConversationPage($1, query: $2.query) }

    let openGroups = Route<SearchParameters>(
        "openGroups", .get, "/conversations/open", .signedIn, .page(.searching), when: .openGroups
    ) { try await $0.features.people.openGroups($1, query: $2.query) }
    let joinOpenGroup = Route<ConversationID>(
        "openGroups", .post, "/conversations/open/:group/join", .signedIn,
        .change(.creating, .backend, .smallForm), when: .openGroups
    ) { try await $0.features.people.joinOpenGroup($1, $2) }

    let thread = Route<ThreadParameters>(
        "thread", .get, "/conversations/:conversation", .signedIn, .page(.reading, .backend, .kept)
    ) { try await $0.features.thread.thread($1, $2) }
    let send = Route<ConversationID>(
        "messages", .post, "/conversations/:conversation/messages", .signedInElseText,
        .change(.writing, .backend, .textForm)
    ) { try await $0.features.thread.send($1, to: $2) }
    /// Where a script sends a file before its message.
    let uploadFile = Route(
        "files", .post, "/files", .signedInElseStatus, .change(.sendingFiles, .backend, .smallForm, .upload),
        when: .files
    ) { try await $0.features.files.upload($1) }
    let file = Route<FileParameters>(
        "file", .get, "/files/:file/:name", .signedIn, .page(.pictures, .backend, .sentFile), when: .files
    ) { try await $0.features.files.file($1, $2) }
    let conversationFiles = Route<ConversationFilesParameters>(
        "conversationFiles", .get, "/conversations/:conversation/files", .signedIn, .page(.reading), when: .files
    ) { try await $0.features.files.page($1, $2) }
    let message = Route<MessageParameters>(
        "message", .get, "/conversations/:conversation/messages/:message", .signedIn, .page(.reading)
    ) { try await $0.features.thread.message($1, $2.conversation, $2.message, at: $2.moment) }
    let react = Route<MessageParameters>(
        "messageReactions", .post, "/conversations/:conversation/messages/:message/reactions", .signedIn,
        .change(.writing, .backend, .smallForm)
    ) { try await $0.features.thread.react($1, $2) }
    let bookmark = Route<MessageParameters>(
        "messageBookmark", .post, "/conversations/:conversation/messages/:message/bookmark", .signedIn,
        .change(.writing, .backend, .smallForm)
    ) { try await $0.features.thread.bookmark($1, $2) }
    let delete = Route<MessageParameters>(
        "messageDelete", .post, "/conversations/:conversation/messages/:message/delete", .signedIn,
        .change(.writing, .backend, .smallForm)
    ) { try await $0.features.thread.delete($1, $2) }
    let editPage = Route<MessageParameters>(
        "messageEdit", .get, "/conversations/:conversation/messages/:message/edit", .signedIn, .page(.reading),
        when: .editing
    ) { try await $0.features.thread.editPage($1, $2) }
    let edit = Route<MessageParameters>(
        "messageEdit", .post, "/conversations/:conversation/messages/:message/edit", .signedInElseText,
        .change(.writing, .backend, .textForm), when: .editing
    ) { try await $0.features.thread.edit($1, $2) }
    let versions = Route<MessageParameters>(
        "messageVersions", .get, "/conversations/:conversation/messages/:message/versions", .signedIn,
        .page(.reading), when: .editing
    ) { try await $0.features.thread.versions($1, $2) }
    let forwardPage = Route<ForwardParameters>(
        "messageForward", .get, "/conversations/:conversation/messages/:message/forward", .signedIn, .page(.reading)
    ) { try await $0.features.thread.forwardPage($1, $2) }
    let forward = Route<MessageParameters>(
        "messageForward", .post, "/conversations/:conversation/messages/:message/forward", .signedIn,
        .change(.writing, .backend, .smallForm)
    ) { try await $0.features.thread.forward($1, $2) }
    let openThread = Route<MessageParameters>(
        "messageThread", .post, "/conversations/:conversation/messages/:message/thread", .signedIn,
        .change(.creating, .backend, .smallForm), when: .threads
    ) { try await $0.features.thread.openThread($1, $2) }
    let reportPage = Route<MessageParameters>(
        "messageReport", .get, "/conversations/:conversation/messages/:message/report", .signedIn, .page(.reading)
    ) { try await $0.features.reports.form($1, $2) }
    let report = Route<MessageParameters>(
        "messageReport", .post, "/conversations/:conversation/messages/:message/report", .signedIn,
        .change(.creating, .backend, .mediumForm)
    ) { try await $0.features.reports.report($1, $2) }
    let pin = Route<MessageParameters>(
        "messagePin", .post, "/conversations/:conversation/messages/:message/pin", .signedIn,
        .change(.writing, .backend, .smallForm), when: .pins
    ) { try await $0.features.thread.pin($1, $2) }
    let pins = Route<ConversationID>(
        "pins", .get, "/conversations/:conversation/pins", .signedIn, .page(.reading), when: .pins
    ) { try await $0.features.thread.pins($1, $2) }
    let markUnread = Route<MessageParameters>(
        "messageUnread", .post, "/conversations/:conversation/messages/:message/unread", .signedIn,
        .change(.writing, .backend, .smallForm)
    ) { try await $0.features.thread.markUnread($1, $2) }
    /// The picture of the preview of a message's link.
    let previewPicture = Route<MessageParameters>(
        "messagePreview", .get, "/conversations/:conversation/messages/:message/preview", .signedInElseStatus,
        .page(.pictures, .backend, .picture), when: .linkPreviews
    ) { try await $0.features.thread.previewPicture($1, $2) }
    let removePreview = Route<MessageParameters>(
        "messagePreview", .post, "/conversations/:conversation/messages/:message/preview", .signedIn,
        .change(.writing, .backend, .smallForm), when: .linkPreviews
    ) { try await $0.features.thread.removePreview($1, $2) }
    let draft = Route<ConversationID>(
        "draft", .post, "/conversations/:conversation/draft", .signedInElseText, .change(.noting, .backend, .textForm)
    ) { try await $0.features.thread.keepDraft($1, $2) }
    /// The form of a message that is sent later.
    let schedulePage = Route<ConversationID>(
        "schedule", .get, "/conversations/:conversation/later", .signedIn, .page(.reading)
    ) { try await $0.features.scheduled.newPage($1, $2) }
    let schedule = Route<ConversationID>(
        "schedule", .post, "/conversations/:conversation/later", .signedInElseText,
        .change(.writing, .backend, .textForm)
    ) { try await $0.features.scheduled.schedule($1, $2) }
    let newPoll = Route<ConversationID>(
        "poll", .get, "/conversations/:conversation/poll", .signedIn, .page(.reading)
    ) { try await $0.features.polls.newPage($1, $2) }
    let sendPoll = Route<ConversationID>(
        "poll", .post, "/conversations/:conversation/poll", .signedInElseText, .change(.writing, .backend, .textForm)
    ) { try await $0.features.polls.send($1, $2) }
    let scheduled = Route("scheduled", .get, "/scheduled", .signedIn, .page(.reading)) {
        try await $0.features.scheduled.list($1)
    }
    let scheduledMessage = Route<FormKey>(
        "scheduledMessage", .get, "/scheduled/:scheduled", .signedIn, .page(.reading)
    ) { try await $0.features.scheduled.messagePage($1, $2) }
    let changeScheduled = Route<FormKey>(
        "scheduledMessage", .post, "/scheduled/:scheduled", .signedInElseText, .change(.writing, .backend, .textForm)
    ) { try await $0.features.scheduled.change($1, $2) }
    let discardScheduled = Route<FormKey>(
        "scheduledDiscard", .post, "/scheduled/:scheduled/discard", .signedIn,
        .change(.writing, .backend, .smallForm)
    ) { try await $0.features.scheduled.discard($1, $2) }
    /// Where a script reports that the user is typing.
    let typing = Route<ConversationID>(
        "typing", .post, "/conversations/:conversation/typing", .signedIn, .change(.noting, .backend, .smallForm)
    ) { try await $0.features.thread.typing($1, in: $2) }
    /// Where a script reports which message was seen.
    let read = Route<ConversationID>(
        "read", .post, "/conversations/:conversation/read", .signedIn, .change(.noting, .backend, .smallForm)
    ) { try await $0.features.thread.keepReadMark($1, $2) }
    let members = Route<MembersParameters>(
        "members", .get, "/conversations/:conversation/members", .signedIn, .page(.reading)
    ) { try await $0.features.people.members($1, $2) }
    let addMember = Route<ConversationID>(
        "members", .post, "/conversations/:conversation/members", .signedIn, .change(.creating, .backend, .smallForm)
    ) { try await $0.features.people.addMember($1, $2) }
    let removeMember = Route<ConversationID>(
        "removal", .post, "/conversations/:conversation/members/remove", .signedIn,
        .change(.creating, .backend, .smallForm)
    ) { try await $0.features.people.removeMember($1, $2) }

    let setRole = Route<ConversationID>(
        "role", .post, "/conversations/:conversation/members/role", .signedIn,
        .change(.creating, .backend, .smallForm), when: .groups
    ) { try await $0.features.people.setRole($1, $2) }
    let group = Route<ConversationID>(
        "group", .get, "/conversations/:conversation/group", .signedIn, .page(.reading), when: .groups
    ) { try await $0.features.people.group($1, $2) }
    let changeGroup = Route<ConversationID>(
        "group", .post, "/conversations/:conversation/group", .signedIn, .change(.creating, .backend, .mediumForm),
        when: .groups
    ) { try await $0.features.people.changeGroup($1, $2) }

    let groupPicture = Route<GroupFileParameters>(
        "groupPicture", .get, "/conversations/:conversation/picture", .signedIn, .page(.reading), when: .pictures
    ) { try await $0.features.pictureChoice.page($1, .group($2.conversation), file: $2.file) }
    let changeGroupPicture = Route<ConversationID>(
        "groupPicture", .post, "/conversations/:conversation/picture", .signedIn,
        .change(.sendingFiles, .backend, .smallForm, .upload), when: .pictures
    ) { try await $0.features.pictureChoice.change($1, .group($2)) }
    let groupAvatar = Route<GroupPictureParameters>(
        "groupAvatar", .get, "/conversations/:conversation/avatar/:picture", .signedInElseStatus,
        .page(.pictures, .backend, .picture)
    ) { try await $0.features.pictureChoice.picture($1, $2, $0.features.avatars) }

    let invites = Route<ConversationID>(
        "invites", .get, "/conversations/:conversation/invites", .signedIn, .page(.reading), when: .invites
    ) { try await $0.features.invites.invites($1, $2) }
    let makeInvite = Route<ConversationID>(
        "invites", .post, "/conversations/:conversation/invites", .signedIn, .change(.creating, .backend, .smallForm),
        when: .invites
    ) { try await $0.features.invites.make($1, $2) }
    let revokeInvite = Route<ConversationID>(
        "inviteEnd", .post, "/conversations/:conversation/invites/end", .signedIn,
        .change(.creating, .backend, .smallForm), when: .invites
    ) { try await $0.features.invites.revoke($1, $2) }
    let invitation = Route<InviteParameters>(
        "invitation", .get, "/invite", .signedIn, .page(.reading), when: .invites
    ) { try await $0.features.invites.invitation($1, $2.invite) }
    let join = Route(
        "invitation", .post, "/invite", .signedIn, .change(.creating, .backend, .smallForm), when: .invites
    ) { try await $0.features.invites.join($1) }

    let bookmarks = Route<BookmarksParameters>("bookmarks", .get, "/bookmarks", .signedIn, .page(.searching)) {
        try await $0.features.bookmarks.bookmarks($1, after: $2.after)
    }
    let person = Route<UserID>("person", .get, "/users/:user", .signedIn, .page(.reading)) {
        try await $0.features.people.person($1, $2)
    }
    let block = Route<UserID>(
        "block", .post, "/users/:user/block", .signedIn, .change(.settings, .backend, .smallForm)
    ) { try await $0.features.people.block($1, $2) }
    let blocked = Route("blocked", .get, "/profile/blocked", .signedIn, .page(.settings)) {
        try await $0.features.people.blocked($1)
    }
    let search = Route<SearchParameters>(
        "search", .get, "/search", .signedIn, .page(.searching, attempts: .searches)
    ) {
        try await $0.features.search.search($1, $2)
    }

    let mentions = Route("mentions", .get, "/mentions", .signedIn, .page(.searching, attempts: .searches)) {
        try await $0.features.mentions.mentions($1)
    }

    let profile = Route("profile", .get, "/profile", .signedIn, .page(.reading)) {
        try await $0.features.profile.profile($1)
    }
    let selfDescription = Route("selfDescription", .get, "/profile/about", .signedIn, .page(.settings)) {
        try await $0.features.selfDescription.page($1)
    }
    let changeSelfDescription = Route(
        "selfDescription", .post, "/profile/about", .signedIn, .change(.creating, .backend, .mediumForm)
    ) { try await $0.features.selfDescription.change($1) }
    let ownPicture = Route<ChosenFileParameters>(
        "ownPicture", .get, "/profile/picture", .signedIn, .page(.reading), when: .pictures
    ) { try await $0.features.pictureChoice.page($1, .person, file: $2.file) }
    let changeOwnPicture = Route(
        "ownPicture", .post, "/profile/picture", .signedIn,
        .change(.sendingFiles, .backend, .smallForm, .upload), when: .pictures
    ) { try await $0.features.pictureChoice.change($1, .person) }
    let preferences = Route(
        "preferences", .post, "/preferences", .anyone, .change(.settings, .memory, .smallForm, .request)
    ) { $0.features.profile.preferences($1) }
    let readReceipts = Route(
        "readReceipts", .post, "/profile/read-receipts", .signedIn, .change(.settings, .backend, .smallForm),
        when: .receipts
    ) { try await $0.features.profile.changeReceipts($1) }
    let ownName = Route("ownName", .get, "/profile/name", .signedIn, .page(.settings), when: .people) {
        try await $0.features.ownName.page($1)
    }
    let changeOwnName = Route(
        "ownName", .post, "/profile/name", .freshProofForSome, .change(.settings, .backend, .smallForm), when: .people
    ) { try await $0.features.ownName.change($1) }
    let notifications = Route("notifications", .get, "/profile/notifications", .signedIn, .page(.settings, .service)) {
        try await $0.features.notifications.settings($1)
    }
    let changeNotifications = Route(
        "notifications", .post, "/profile/notifications", .signedIn, .change(.settings, .service, .smallForm)
    ) { try await $0.features.notifications.change($1) }
    let level = Route<ConversationID>(
        "conversationNotifications", .get, "/conversations/:conversation/notifications", .signedIn, .page(.reading)
    ) { try await $0.features.notifications.level($1, $2) }
    let changeLevel = Route<ConversationID>(
        "conversationNotifications", .post, "/conversations/:conversation/notifications", .signedIn,
        .change(.settings, .backend, .smallForm)
    ) { try await $0.features.notifications.changeLevel($1, $2) }
    let pinConversation = Route<ConversationID>(
        "conversationPin", .post, "/conversations/:conversation/pin", .signedIn,
        .change(.settings, .backend, .smallForm)
    ) { try await $0.features.conversations.pin($1, $2) }
    let appearance = Route("appearance", .get, "/profile/appearance", .signedIn, .page(.settings, .memory, .request)) {
        try await $0.features.appearance.settings($1)
    }
    let changeAppearance = Route(
        "appearance", .post, "/profile/appearance", .signedIn, .change(.settings, .memory, .smallForm, .request)
    ) { try await $0.features.appearance.change($1) }
    let sessions = Route("sessions", .get, "/profile/sessions", .signedIn, .page(.settings, .memory, .request)) {
        try await $0.features.sessions.sessions($1)
    }
    let endSessions = Route(
        "sessions", .post, "/profile/sessions", .freshProofForSome, .change(.settings, .memory, .smallForm, .request)
    ) { try await $0.features.sessions.endSessions($1) }
    /// The sign-in methods of the user's account.
    let identities = Route("identities", .get, "/profile/sign-in", .signedIn, .page(.settings, .service)) {
        try await $0.features.identities.identities($1)
    }
    let changeIdentities = Route(
        "identities", .post, "/profile/sign-in", .freshProof, .change(.settings, .service, .mediumForm)
    ) { try await $0.features.identities.changeIdentities($1) }
    let changePassword = Route(
        "password", .post, "/profile/password", .freshProof,
        .change(.settings, .service, .smallForm, attempts: .signIn), when: .ownPassword
    ) { try await $0.features.password.changePassword($1) }
    /// A file with all that is stored about the user.
    let ownData = Route(
        "ownData", .post, "/profile/data", .freshProof,
        .change(.exporting, .backend, .smallForm, .export, attempts: .exports), when: .people
    ) { try await $0.features.ownData.data($1) }
    /// Deletes the user's account.
    let ownDeletion = Route(
        "ownDeletion", .post, "/profile/delete", .freshProof, .change(.settings, .backend, .smallForm), when: .people
    ) { try await $0.features.ownData.delete($1) }
    /// Where a user re-authenticates, after which the interrupted request continues.
    let confirmation = Route(
        "confirmation", .post, "/profile/confirm", .signedIn,
        .change(.settings, .service, .textForm, attempts: .factor)
    ) { try await $0.features.stepUp.confirm($1, then: $0.answerWithin) }

    /// The factors in addition to the sign-in method.
    let security = Route(
        "security", .get, "/profile/security", .signedIn, .page(.settings, .memory, .request), when: .factors
    ) { try await $0.features.security.security($1) }
    let beginAuthenticator = Route(
        "securityChange", .post, "/profile/security/authenticator", .freshProof, .factors, when: .factors
    ) { try await $0.features.security.beginAuthenticator($1) }
    let confirmAuthenticator = Route(
        "securityChange", .post, "/profile/security/confirm-authenticator", .freshProof, .factors, when: .factors
    ) { try await $0.features.security.confirmAuthenticator($1) }
    let removeAuthenticator = Route(
        "securityChange", .post, "/profile/security/remove-authenticator", .freshProof, .factors, when: .factors
    ) { try await $0.features.security.removeAuthenticator($1) }
    let renewRecoveryCodes = Route(
        "securityChange", .post, "/profile/security/recovery-codes", .freshProof, .factors, when: .factors
    ) { try await $0.features.security.renewRecoveryCodes($1) }
    let beginPasskey = Route(
        "securityChange", .post, "/profile/security/passkey", .freshProof, .factors, when: .factors
    ) { try await $0.features.security.beginPasskey($1) }
    /// Stores the passkey that was created on the page of `beginPasskey`, which required a fresh proof.
    let keepPasskey = Route(
        "securityChange", .post, "/profile/security/keep-passkey", .signedIn, .factors, when: .factors
    ) { try await $0.features.security.keepPasskey($1) }
    let renamePasskey = Route(
        "securityChange", .post, "/profile/security/rename-passkey", .signedIn, .factors, when: .factors
    ) { try await $0.features.security.renamePasskey($1) }
    let removePasskey = Route(
        "securityChange", .post, "/profile/security/remove-passkey", .freshProof, .factors, when: .factors
    ) { try await $0.features.security.removePasskey($1) }
    let forgetDevice = Route(
        "securityChange", .post, "/profile/security/forget-device", .signedIn, .factors, when: .factors
    ) { try await $0.features.security.forgetDevice($1) }
    let dismissNotices = Route(
        "securityChange", .post, "/profile/security/seen", .signedIn, .factors
    ) { try await $0.features.security.dismissNotices($1) }

    let everySession = Route<PageNumber>(
        "everySession", .get, "/admin/sessions", .admin(.seeSessionsOfOthers), .page(.settings, .memory, .request)
    ) { try await $0.features.administration.everySession($1, page: $2) }
    let endSessionOfOther = Route(
        "everySession", .post, "/admin/sessions", .adminWithFreshProof(.endSessionsOfOthers),
        .change(.settings, .memory, .smallForm, .request)
    ) { try await $0.features.administration.endSessionOfOther($1) }
    let accounts = Route<AccountsParameters>(
        "accounts", .get, "/admin/people", .admin(.managePeople), .page(.searching), when: .people
    ) { try await $0.features.accounts.accounts($1, $2) }
    let account = Route<UserID>(
        "account", .get, "/admin/people/:user", .admin(.managePeople), .page(.reading), when: .people
    ) { try await $0.features.accounts.account($1, $2) }
    let changeAccount = Route<UserID>(
        "account", .post, "/admin/people/:user", .adminWithFreshProof(.managePeople),
        .change(.settings, .backend, .smallForm), when: .people
    ) { try await $0.features.accounts.changeAccount($1, $2) }
    let audit = Route<AuditParameters>(
        "audit", .get, "/admin/audit", .admin(.seeAuditLog), .page(.searching, .memory)
    ) { try await $0.features.audit.log($1, $2) }
    let downloadAudit = Route(
        "audit", .post, "/admin/audit", .admin(.seeAuditLog),
        .change(.searching, .memory, .smallForm, .auditFile, attempts: .exports)
    ) { try await $0.features.audit.download($1) }
    let reports = Route("reports", .get, "/admin/reports", .admin(.seeReports), .page(.searching)) {
        try await $0.features.reports.reports($1)
    }
    let closeReport = Route(
        "reports", .post, "/admin/reports", .admin(.seeReports), .change(.settings, .backend, .smallForm)
    ) { try await $0.features.reports.close($1) }
    let figures = Route("figures", .get, "/admin/figures", .admin(.seeMetrics), .page(.reading, .memory, .request)) {
        try $0.features.administration.figures($1)
    }
    let metrics = Route("metrics", .get, "/admin/metrics", .admin(.seeMetrics), .page(.reading, .memory, .request)) {
        try $0.features.administration.metrics($1)
    }

    let session = Route(
        "session", .get, "/session", .anyone, .page(.reading, .memory, .request), when: .development
    ) { $0.features.profile.sessionPage($1) }
    let events = Route<EventsParameters>("events", .get, "/events", .signedInElseStatus, .stream) {
        try await $0.features.events.events($1, watching: $2.watching, after: $2.after)
    }
    let emoji = Route("emoji", .get, "/emoji", .signedIn, .page(.reading)) { try await $0.features.emoji.list($1) }
    let addEmoji = Route(
        "emoji", .post, "/emoji", .admin(.manageEmoji), .change(.sendingFiles, .backend, .smallForm, .upload)
    ) { try await $0.features.emoji.add($1) }
    let removeEmoji = Route(
        "emoji", .post, "/emoji/remove", .admin(.manageEmoji), .change(.settings, .backend, .smallForm)
    ) { try await $0.features.emoji.remove($1) }
    let emojiPicture = Route<PictureID>(
        "emojiPicture", .get, "/emoji/:picture", .signedInElseStatus, .page(.pictures, .backend, .picture)
    ) { try await $0.features.emoji.picture($1, $2) }
    let avatar = Route<AvatarParameters>(
        "avatar", .get, "/avatars/:user/:version", .signedInElseStatus, .page(.pictures, .picture, .picture)
    ) { await $0.features.avatars.avatar($1, of: $2.user, version: $2.version) }
    let asset = Route<AssetParameters>("asset", .get, "/assets/:version/*name", .anyone, .file, from: .everyHost) {
        try $1.assets.response(to: $1.request, version: $2.version, name: $2.name)
    }
    let favicon = Route("favicon", .get, "/favicon.ico", .anyone, .file, from: .everyHost) {
        .seeOther($1.assets.path("icon.svg").text)
    }
    let health = Route("health", .get, "/healthz", .anyone, .probe, from: .everyHost) { _, _ in
        .text(.ok, "alive\n")
    }
    let readiness = Route("readiness", .get, "/readyz", .anyone, .probe, from: .everyHost) {
        await $0.features.health.readiness($1)
    }
}
