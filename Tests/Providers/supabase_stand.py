"""Tests the stand-in for Supabase Auth and PostgREST with Supabase's own clients."""

import json
import subprocess
import sys

from postgrest import APIError, SyncPostgrestClient
from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthApiError


def refusal(call, *arguments):
    """The error code that `call` raises."""
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
                url=told["url"] + "/auth/v1", headers={"apikey": told["key"]}, auto_refresh_token=False, persist_session=False)

        def sign_in(auth, login, nonce=None):
            return auth.sign_in_with_id_token(
                {"provider": "apple", "token": login["token"], "nonce": nonce or login["nonce"]})

        first, second = told["logins"][:2]
        auth = client()
        session = sign_in(auth, first).session
        assert session.user.id == "subject-1" and session.user.email == "hanako@example.test", session
        assert auth.get_user(session.access_token).user.user_metadata["name"] == "Hanako"
        print("  signed in with an ID token, and read the user")

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
        print("  a reused refresh token ends the session")

        def table(token):
            return SyncPostgrestClient(
                told["url"] + "/rest/v1", headers={"apikey": told["key"], "Authorization": f"Bearer {token}"}
            ).from_("users")

        def fault(call):
            try:
                call()
            except APIError as error:
                return error.code
            raise AssertionError("it was not refused")

        token = sign_in(client(), told["logins"][2]).session.access_token
        row = {"id": "subject-1", "id_alias": "hanako", "name": "Hanako"}
        assert table(token).select("*").eq("id", "subject-1").execute().data == []
        assert fault(lambda: table(token).select("*").eq("id", "subject-1").single().execute()) == "PGRST116"
        assert table(token).insert(row).execute().data[0]["id_alias"] == "hanako"
        assert table(token).select("*").eq("id", "subject-1").single().execute().data["name"] == "Hanako"
        assert fault(lambda: table(token).insert(row).execute()) == "23505"
        assert fault(lambda: table(token).insert({**row, "id": "subject-2"}).execute()) == "42501"
        assert fault(lambda: table("nonsense").select("*").execute()) == "PGRST301"
        print("  found, added and refused rows of the table users")

        other = client()
        left = sign_in(other, second).session
        other.sign_out({"scope": "global"})
        assert refusal(client().get_user, left.access_token) == "session_not_found"
        print("  signed out")
    finally:
        stand.stdin.close()
        stand.wait(10)
    print("supabase-auth, postgrest: passed")


if __name__ == "__main__":
    main()
