import { Client } from './client.mjs'
import { pinMailedTo } from './mailbox.mjs'

export async function enterReader(server, scratch, operator, email) {
  const memberId = await operator.invite({ name: email, email, print: true, download: true })
  const client = await Client.enter(server.url, { pin: await pinMailedTo(scratch.folder, email) })
  return { client, memberId }
}

export async function makeGroups(operator, roomId, count) {
  const groups = []
  for (let number = 0; number < count; number += 1)
    groups.push((await operator.post('/room/api/group', { roomId, name: `Group ${number}` })).id)
  return groups
}

export async function scatterGrants(database, roomId, groups, grantsPerGroup) {
  await database.query(
    `insert into grants (group_id, item_id, room_id, ancestors, folder, level)
     select distinct on (given.group_id, items.id) given.group_id, items.id, $1, items.ancestors, items.folder, (items.id * 7 % 4)::smallint
     from unnest($2::bigint[]) as given (group_id)
     cross join lateral (
       select id, ancestors, folder from items
       where room_id = $1 and deleted_at is null and (folder or id % 97 = 0)
       order by (id * 7919 + given.group_id * 104729) % 1000003 limit $3) as items`,
    [roomId, groups, grantsPerGroup],
  )
}
