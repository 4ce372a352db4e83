-- Since when a member has been an operator who may enter, without a break; null for participants. Of what was before nobody knows more than
-- that the first member of a room was its operator from the start.
alter table members add column operator_since timestamptz;
update members set operator_since = now() where role_id = 4 and ended_at is null;
update members set operator_since = created_at
where role_id = 4 and ended_at is null and can_access and id in (select min(id) from members group by room_id);

-- What was asked for before has an asker or confirmers of unknown standing: it waits for its time.
update destructions set confirmers = '{}' where state = 'asked';
