import { exportSelection } from '../../../../contract/features/disclosure.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import type { Api } from '../../../lib/api/api.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { namedFile } from '../../../lib/browser/named-file.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'

/**
 * Saves the items and everything below as XLSX.
 * @returns the file name
 * @throws ApiError
 */
export async function saveIndex(
  api: Api,
  roomId: number,
  items: readonly Item[],
  title: string,
): Promise<string> {
  const bytes = await api.bytes(exportSelection, {
    body: { roomId, format: 'xlsx', ids: items.map(({ id }) => id) },
  })
  const file = namedFile(bytes, title, systemClock.now(), 'xlsx')
  saveFile(file)
  return file.name
}
