-- member_id: what one member holds is counted, over all of their sessions. waits_from: since when a ticket waits to be used, since it was issued
-- or since what it stands for was prepared; it ends by created_at all the same.
alter table leases add column member_id bigint references members;
update leases set member_id = (select member_id from sessions where id = leases.session_id);
alter table leases alter column member_id set not null;
create index leases_of_member on leases (member_id, used_at);

alter table tickets add column member_id bigint references members;
alter table tickets add column waits_from timestamptz;
update tickets set waits_from = created_at, member_id = (select member_id from sessions where id = tickets.session_id);
alter table tickets alter column member_id set not null;
alter table tickets alter column waits_from set not null;
create index tickets_of_member on tickets (member_id, created_at);
