// engawa
