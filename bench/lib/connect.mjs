import { connectDatabase } from '../../.build/server/platform/db/connect.js'
import { silentLog } from '../../.build/server/platform/log/log.js'

/** Connects with the server's own database module. The connection closes with the scratch folder. */
export async function connect(scratch, server) {
  const database = await connectDatabase({ ...(await server.connection()), ssl: false }, { log: silentLog })
  scratch.defer(() => database.close())
  return database
}
