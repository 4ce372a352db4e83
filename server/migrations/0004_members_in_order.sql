-- A room's list of people is read in pages of this order; whoever only looks for the people of a room finds them by it, too.
create index members_in_order on members (room_id, created_at, id) where ended_at is null;
drop index members_of_room;
