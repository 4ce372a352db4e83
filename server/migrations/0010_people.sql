-- number: by which a person names a session, since its id is what the token holds. browser, system: the kind of device, as far as it says so.
alter table sessions
  add column number bigint generated always as identity unique,
  add column browser text not null default '',
  add column system text not null default '';

-- dismissed_at: an operator has seen that the mail failed and wants it listed no more.
alter table mails add column dismissed_at timestamptz;

create index mails_of_member on mails (member_id, id desc) where member_id is not null;
create index mails_failed on mails (room_id, id desc) where status = 'failed' and dismissed_at is null;
