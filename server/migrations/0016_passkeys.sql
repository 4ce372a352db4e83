-- Passkeys with which a member opens the operator area in place of the code. public_key: COSE (RFC 9052); counter: the authenticator's signature
-- counter as it was last, 0 where it keeps none; backed_up: whether the passkey is kept in more than one place.
create table passkeys (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  member_id bigint not null references members,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_of_member on passkeys (member_id);

-- What an authenticator is to sign next in a session; a new one takes the place of the one before.
create table passkey_challenges (
  session_id text not null references sessions,
  purpose text not null check (purpose in ('register', 'raise')),
  challenge bytea not null,
  created_at timestamptz not null,
  primary key (session_id, purpose)
);
create index passkey_challenges_by_age on passkey_challenges (created_at);
