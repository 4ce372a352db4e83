-- What the marker in the object storage may say while this database is its owner. A copy of the database lacks what is drawn
-- after the copy was made.
create table storage_claims (
  id bigint generated always as identity primary key,
  claim uuid not null default gen_random_uuid(),
  drawn_at timestamptz not null default clock_timestamp()
);
create unique index storage_claims_claim on storage_claims (claim);
