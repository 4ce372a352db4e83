-- Passkeys with which a person proves an address, as a mailed link does, to go to the rooms of that address. email: as in users. The rest is as
-- in passkeys.
create table address_passkeys (
  id bigint generated always as identity primary key,
  email text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  -- When the address was last proven by mail.
  confirmed_at timestamptz not null,
  used_at timestamptz
);
create index address_passkeys_of_address on address_passkeys (email);

-- Challenges that were signed, so that nothing signed is good twice. They are removed once they would be too old anyway.
create table signed_challenges (
  challenge bytea primary key,
  signed_at timestamptz not null
);

-- Proofs by a passkey register no other.
alter table address_proofs add column by_passkey boolean not null default false;
