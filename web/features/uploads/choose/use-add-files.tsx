import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ReasonList } from '../../../ui/dialog/reason-list.tsx'
import type { RefusedFile, UploadQueue } from '../queue/upload-queue.ts'
import { isSystemFile, namedAs, type PickedFile, pickedFrom } from './check-file.ts'

function RefusedList({ files }: { readonly files: readonly RefusedFile[] }) {
  const { t } = useTranslation()
  return (
    <ReasonList
      label={t('uploads.refused')}
      rows={files}
      describe={({ path, reason }) => ({ key: path, name: path, reason })}
      others={(count) => t('uploads.others', { count })}
    />
  )
}

/** @param staged undefined if the folder decides */
export function useAddFiles(
  queue: UploadQueue,
  staged: boolean | undefined,
): (files: readonly PickedFile[], parent: number) => void {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return (files, parent) => {
    const wanted = files.filter((file) => !isSystemFile(file))
    if (wanted.length === 0)
      return void dialogs.alert({ tone: 'check', text: t('uploads.nothing') })
    const refused = queue.add(wanted, parent, staged)
    if (refused.length > 0)
      void dialogs.alert({
        tone: 'check',
        text: t('uploads.invalid'),
        detail: <RefusedList files={refused} />,
      })
  }
}

/** For expected documents: the file takes the name that was announced. */
export function useUploadAs(
  queue: UploadQueue | undefined,
  staged: boolean | undefined,
): ((file: File, parent: number, name: string) => void) | undefined {
  const dialogs = useDialogs()
  return (
    queue &&
    ((file, parent, name) => {
      const refused = queue.add(
        pickedFrom([file]).map((picked) => namedAs(picked, name)),
        parent,
        staged,
      )
      for (const { reason } of refused) void dialogs.alert({ tone: 'check', text: reason })
    })
  )
}
