"""Lets Supabase's own client try the stand-in that the tests use for Supabase Auth."""

import json
import subprocess
import sys

from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthApiError


def refusal(call, *arguments):
    """The code of the error that `call` ends with."""
    try:
        call(*arguments)
    except AuthApiError as error:
        return error.code
    raise AssertionError("it was not refused")


def main():
    stand = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        told = json.loads(stand.stdout.readline())

        def client():
            return SyncGoTrueClient(
                url=told["url"], headers={"apikey": told["key"]}, auto_refresh_token=False, persist_session=False)

        def sign_in(auth, login, nonce=None):
            return auth.sign_in_with_id_token(
                {"provider": "apple", "token": login["token"], "nonce": nonce or login["nonce"]})

        first, second = told["logins"][:2]
        auth = client()
        session = sign_in(auth, first).session
        assert session.user.id == "subject-1" and session.user.email == "hanako@example.test", session
        assert auth.get_user(session.access_token).user.user_metadata["name"] == "Hanako"
        print("  signed in with an ID token, and asked who it is")

        try:
            sign_in(client(), first, "another")
            raise AssertionError("it was believed")
        except AuthApiError as error:
            assert "Nonces mismatch" in error.message or "invalid nonce" in error.message, error.message
        print("  another nonce is refused")

        once = auth.refresh_session(session.refresh_token).session
        twice = auth.refresh_session(once.refresh_token).session
        assert len({session.refresh_token, once.refresh_token, twice.refresh_token}) == 3
        code = refusal(client().refresh_session, session.refresh_token)
        assert code == "refresh_token_already_used", code
        assert refusal(client().refresh_session, twice.refresh_token) == "refresh_token_not_found"
        assert refusal(client().get_user, twice.access_token) == "session_not_found"
        print("  a refresh token that comes again ends the session")

        other = client()
        left = sign_in(other, second).session
        other.sign_out({"scope": "global"})
        assert refusal(client().get_user, left.access_token) == "session_not_found"
        print("  signed out")
    finally:
        stand.stdin.close()
        stand.wait(10)
    print("supabase-auth: all is well")


if __name__ == "__main__":
    main()
