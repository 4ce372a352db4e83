-- Own introductions of the mails of a room. sealed: JSON of the Korean and the English text, under the room's key.
create table mail_texts (
  room_id bigint not null references rooms,
  kind text not null check (kind in ('invitation', 'documents', 'questions', 'closing')),
  sealed bytea not null,
  primary key (room_id, kind)
);
