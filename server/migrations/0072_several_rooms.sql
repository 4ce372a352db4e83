-- Whether people may come from another room without a PIN, after one proof of their address.
alter table rooms add column crossing boolean not null default true;

-- Links that were mailed to prove an address and not used yet. token_hash: HMAC of the token under the pepper.
create table proof_links (
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null
);
create index proof_links_of_address on proof_links (email);

-- Addresses that a browser has proven. token_hash: HMAC of its cookie under the pepper. email: as in users.
-- sessions: ids of those that this browser opened or presented with the proof.
create table address_proofs (
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  sessions text[] not null default '{}'
);
create index address_proofs_of_address on address_proofs (email);

-- A session that was opened by crossing waits for its code without a PIN.
alter table step_codes alter column pin drop not null;
