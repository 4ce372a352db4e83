-- Which proofs are enough to enter the room; null: PINs for everybody and no provider.
alter table rooms add column sign_on jsonb;

-- Sign-ons that are at the provider. state_hash: HMAC of the state under the pepper.
create table sign_on_starts (
  state_hash bytea primary key,
  provider text not null,
  created_at timestamptz not null
);

-- What a provider has said, until our page exchanges it. token_hash: HMAC of the cookie under the pepper.
-- said: the provider, the issuer, HMAC of the subject, values of the claim of groups and whether acr is strong.
create table sign_on_tickets (
  token_hash bytea primary key,
  email text,
  is_verified boolean not null,
  said jsonb not null,
  created_at timestamptz not null
);

-- The account of an issuer that a member has used. subject_hash: HMAC of issuer and subject under the pepper.
create table sign_on_bindings (
  room_id integer not null references rooms (id),
  member_id integer not null references members (id),
  issuer text not null,
  subject_hash bytea not null,
  provider text not null,
  created_at timestamptz not null,
  primary key (member_id, issuer)
);
create index sign_on_bindings_of_subject on sign_on_bindings (subject_hash);
create index sign_on_bindings_of_room on sign_on_bindings (room_id);

-- What the provider said, of proofs that rest on a sign-on and not on a mail.
alter table address_proofs add column said jsonb;
