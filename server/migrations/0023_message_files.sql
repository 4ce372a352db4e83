-- Files of messages that are too large for mails: those to whom the message was mailed fetch them for a week. One sealed segment under a key of its
-- own; its name stands in the sealed texts of the message. size: of the plaintext, counted in the room's storage.
create table message_files (
  message_id bigint primary key references messages,
  room_id bigint not null references rooms,
  content_uid uuid not null,
  size bigint not null check (size > 0),
  blob_id text not null unique,
  wrapped_key bytea not null,
  created_at timestamptz not null
);
create index message_files_by_age on message_files (created_at);

-- A ticket may stand for the file of a message.
alter table tickets drop constraint tickets_kind_check;
alter table tickets add constraint tickets_kind_check check (kind in ('download', 'zip', 'message'));
alter table tickets add column message_id bigint;
alter table tickets add constraint tickets_of_messages check ((kind = 'message') = (message_id is not null));
