-- Files of messages have a budget of their own: they no longer count in the storage of the room, which is that of its documents.
update rooms set storage_used = storage_used - kept.bytes
  from (select room_id, sum(size) as bytes from message_files group by room_id) as kept
  where rooms.id = kept.room_id;
