@main struct Engawa { static func main() {} }
