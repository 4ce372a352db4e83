-- The administrator who made it in the console. What one has begun ends with the removal.
alter table api_keys add column made_by bigint references administrators;
alter table webhooks add column made_by bigint references administrators;
alter table administrator_invitations add column made_by bigint references administrators on delete cascade;
alter table operator_requests add column made_by bigint references administrators;
update operator_requests set made_by = administrators.id
from administrators where administrators.ended_at is null and administrators.email = operator_requests.asked_by_email;
