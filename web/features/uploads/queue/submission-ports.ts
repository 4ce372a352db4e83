import type { Api } from '../../../lib/api/api.ts'
import { type Around, type Caller, serverPorts } from './server-ports.ts'
import type { UploadPorts } from './upload-ports.ts'

/** Submits files into drop folders, each in a request of its own and under its own name. */
export const submissionPorts = (api: Api, caller: Caller, around: Around): UploadPorts => ({
  ...serverPorts(api, caller, around),
  submits: true,
  taken: async () => [],
})
