-- A content operator uploads and orders, and decides nothing: no people, rights, publication or end of the room.
alter table members add column operator_scope text not null default 'full' check (operator_scope in ('full', 'content'));
