import { useQuery } from '@tanstack/react-query'
import type { PayloadOut } from '../../../../contract/core/operation.ts'
import { createStructure, templates } from '../../../../contract/features/documents/structures.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { itemsKey } from '../list/items-query.ts'

export type Structure = PayloadOut<typeof createStructure>
export type StructureRow = Structure['rows'][number]
export type Template = PayloadOut<typeof templates>[number]

export type StructureSource = { readonly template: string } | { readonly file: File }

export interface StructureAsked {
  readonly roomId: number
  readonly parent: number
  readonly source: StructureSource
  readonly isNumbered: boolean
  readonly isExpecting: boolean
}

export async function sendStructure(
  api: Api,
  { roomId, parent, source, isNumbered, isExpecting }: StructureAsked,
  apply: boolean,
  act?: string,
): Promise<Structure> {
  const form = new FormData()
  const fields = {
    roomId,
    parent,
    apply,
    isNumbered,
    expects: isExpecting,
    ...('template' in source ? { template: source.template } : {}),
  }
  if (act !== undefined) form.append('act', act)
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if ('file' in source) form.append('file', source.file)
  return (await api.send(createStructure, form)).payload
}

export const templatesKey = (roomId: number) => ['folder-templates', roomId] as const

export function useTemplates(roomId: number) {
  const api = useApi()
  return useQuery({
    queryKey: templatesKey(roomId),
    queryFn: ({ signal }) =>
      api.call(templates, { params: { roomId: String(roomId) } }, { signal }),
  })
}

const keyOf = (source: StructureSource | undefined): readonly unknown[] => {
  if (!source) return []
  return 'template' in source
    ? [source.template]
    : [source.file.name, source.file.lastModified, source.file.size]
}

export function usePreview(
  asked: Omit<StructureAsked, 'source'> & { readonly source: StructureSource | undefined },
) {
  const { roomId, parent, source, isNumbered, isExpecting } = asked
  const api = useApi()
  return useQuery({
    queryKey: [...itemsKey(roomId), 'structure', parent, isNumbered, isExpecting, ...keyOf(source)],
    enabled: source !== undefined,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => sendStructure(api, { ...asked, source: source as StructureSource }, false),
  })
}
