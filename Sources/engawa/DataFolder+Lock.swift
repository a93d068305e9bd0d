import Glibc

extension DataFolder {
    /// Keeps other processes from serving the same file of the folder until this process ends, however it ends.
    ///
    /// Two processes would not see each other's changes. Commands that only change accounts do not take the lock.
    func lock(_ name: String) throws(ConfigurationError) {
        let path = path(of: "\(name).lock")
        // Never closed, because closing it would release the lock.
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = file >= 0 && errno == EWOULDBLOCK
            let reason = isTaken ? "another process serves from this folder" : String(cString: strerror(errno))
            throw ConfigurationError("\(Setting.data.flag): \"\(path)\" can't be locked: \(reason)")
        }
        giveToOwner(file)
    }

    /// Gives a file that root creates to the owner of the folder, so that the site can open it.
    func giveToOwner(_ file: Int32) {
        var status = stat()
        guard geteuid() == 0, stat(path, &status) == 0 else { return }
        _ = fchown(file, status.st_uid, status.st_gid)
    }

    /// The same for what is at a path.
    func giveToOwner(_ path: String) {
        var status = stat()
        guard geteuid() == 0, stat(self.path, &status) == 0 else { return }
        _ = lchown(path, status.st_uid, status.st_gid)
    }
}
