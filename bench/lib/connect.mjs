import { connectDatabase } from '../../.build/server/platform/db/connect.js'
import { silentLog } from '../../.build/server/platform/log/log.js'

export async function connect(scratch, server) {
  const database = await connectDatabase(
    { ...(await server.connection()), ssl: false },
    { log: silentLog },
  )
  scratch.defer(() => database.close())
  return database
}
