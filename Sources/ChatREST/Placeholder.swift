// ChatREST
