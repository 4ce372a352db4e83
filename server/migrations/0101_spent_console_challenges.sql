-- Hashes of challenges of the console that were signed, so that nothing signed is good twice. A row of console_challenges means the opposite:
-- it was issued and may be used. Only earlier releases write there.
create table spent_console_challenges (
  hash bytea primary key,
  spent_at timestamptz not null
);
create index spent_console_challenges_by_age on spent_console_challenges (spent_at);
