// RepositoryBehaviour
