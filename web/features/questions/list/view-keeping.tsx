import { BookmarkPlus, BookmarkX } from 'lucide-react'
import { useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { isSameFilter, type useSavedViews } from '../saved-views.ts'
import type { ThreadFilter } from '../threads-query.ts'

interface ViewKeepingProps {
  readonly views: ReturnType<typeof useSavedViews>
  readonly filter: ThreadFilter
}

/** Saves the filter as a view, or removes the saved view that it is. */
export function ViewKeeping({ views, filter }: ViewKeepingProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const alertError = useErrorAlert()
  const [isNaming, setNaming] = useState(false)
  const saved = views.saved.find((view) => isSameFilter(view.filter, filter))
  const remove = async (gone: string) => {
    try {
      await views.remove(gone)
      const bringBack = () => views.save(gone, filter).catch(alertError)
      toast({
        text: t('questions.viewRemoved', { name: gone }),
        action: { label: t('questions.undo'), onPress: () => void bringBack() },
      })
    } catch (error) {
      await alertError(error)
    }
  }
  return (
    <>
      {saved ? (
        <IconButton
          size="small"
          icon={BookmarkX}
          label={t('questions.removeView')}
          onClick={() => void remove(saved.name)}
        />
      ) : (
        Object.keys(filter).length > 0 && (
          <IconButton
            size="small"
            icon={BookmarkPlus}
            label={t('questions.saveView')}
            onClick={() => setNaming(true)}
          />
        )
      )}
      {isNaming && (
        <NameDialog
          onName={async (given) => {
            await views.save(given, filter)
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

function NameDialog({
  onName,
  onClose,
}: {
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <FormDialog
      title={t('questions.saveView')}
      className="questions-form"
      submit={t('questions.writeSave')}
      initialFocus={input}
      onSubmit={async () => {
        if (name.trim() === '') return t('questions.viewNoName')
        await onName(name.trim())
        return undefined
      }}
      onClose={onClose}
    >
      {(field) => (
        <label className="questions-field">
          {t('questions.saveViewName')}
          <input
            {...field}
            ref={input}
            className="field"
            maxLength={LIMITS.viewName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
      )}
    </FormDialog>
  )
}
