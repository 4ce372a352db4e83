import './versions-dialog.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId } from 'react'
import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import { type Item, restoreVersion } from '../../../../contract/features/documents.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { Modal, ModalClose } from '../../../ui/dialog/modal.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { itemsKey } from '../list/items-query.ts'
import { usePreviewText } from '../progress/preview-text.ts'
import { useDownload } from '../progress/use-download.ts'
import { useVersions, type Version, versionsKey } from './versions-query.ts'

interface VersionsDialogProps {
  readonly item: Item
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly onClose: () => void
}

export function VersionsDialog({ item, caller, onClose }: VersionsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-file`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('item.versions')}
      </h2>
      <p id={`${id}-file`} className="versions-file meta">
        {item.name}
      </p>
      <VersionList item={item} caller={caller} />
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}

function useRestoreVersion(
  caller: { readonly id: number; readonly roomId: number },
  fileId: number,
) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const alertError = useErrorAlert()

  const restoring = useMutation({
    mutationFn: ({ number }: Version) =>
      api.call(restoreVersion, { body: { fileId, id: caller.id, roomId: caller.roomId, number } }),
    onSuccess({ number }, { number: from }) {
      toast(t('item.versionRestored', { from, number }))
      return Promise.all(
        [versionsKey(fileId), itemsKey(caller.roomId)].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
    onError: alertError,
  })
  const restore = async (version: Version) => {
    const text = t('item.restoreVersionConfirm', { number: version.number })
    const effect = <p className="modal-text meta">{t('item.restoreVersionEffect')}</p>
    if (await dialogs.confirm({ tone: 'check', text, detail: effect })) restoring.mutate(version)
  }
  return { restore, isRestoring: restoring.isPending }
}

function VersionList({ item, caller }: Pick<VersionsDialogProps, 'item' | 'caller'>) {
  const { t } = useTranslation()
  const query = useVersions(item.id)
  const { restore, isRestoring } = useRestoreVersion(caller, item.id)
  const { download, isDownloading } = useDownload()
  const [language] = useLanguage()
  const frozen = usePhaseBlock('documents.write')
  const blockedBecause = item.permission.download
    ? undefined
    : READING_ERRORS.DOWNLOAD_DENIED[language]

  if (!query.data) return <QueryState query={query} count={2} />
  return (
    <>
      <ul className="versions">
        {query.data.map((version, index) => (
          <li key={version.number} className="versions-row">
            <VersionText version={version} state={stateOf(query.data, index)} />
            <div className="versions-tools">
              <IconButton
                icon={Download}
                size="small"
                label={t('item.downloadVersionOf', { number: version.number })}
                tip={t('documents.download')}
                blockedBecause={blockedBecause}
                isBusy={isDownloading}
                onClick={() =>
                  download([{ id: item.id, type: item.type, version: version.number }])
                }
              />
              {index > 0 && (
                <Button
                  size="small"
                  aria-label={t('item.restoreVersionOf', { number: version.number })}
                  blockedBecause={frozen}
                  isBusy={isRestoring}
                  onClick={() => void restore(version)}
                >
                  {t('item.restoreVersion')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {query.data.length === 1 && <p className="versions-hint meta">{t('item.onlyVersion')}</p>}
    </>
  )
}

type VersionState = 'current' | 'staged' | 'superseded' | 'former'

/** Earlier staged versions were never published. */
function stateOf(versions: readonly Version[], index: number): VersionState {
  const current = versions.findIndex(({ staged }) => !staged)
  if (index === current) return 'current'
  if (!versions[index]?.staged) return 'former'
  return index === 0 ? 'staged' : 'superseded'
}

function VersionText({
  version,
  state,
}: {
  readonly version: Version
  readonly state: VersionState
}) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const previewText = usePreviewText()
  return (
    <div className="versions-text">
      <span className="versions-number">
        {t('item.version', { number: version.number })}
        {state === 'current' && <Chip tone="ok" text={t('item.current')} />}
        {state === 'staged' && <Chip tone="warn" text={t('item.versionStaged')} />}
        {state === 'superseded' && <Chip text={t('item.versionSuperseded')} />}
      </span>
      <span className="meta numbers">{`${formatInstant(version.uploadedAt, language)} · ${formatSize(version.size)}`}</span>
      {version.uploadedBy !== '' && (
        <span className="meta">{t('item.by', { name: version.uploadedBy })}</span>
      )}
      {version.preview !== 'READY' && <span className="meta">{previewText(version.preview)}</span>}
    </div>
  )
}
