import './rights-dialog.css'
import { useId, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useTranslation } from '../../lib/i18n.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import type { Draft } from './cells.ts'
import { DropFolder } from './drop-folder.tsx'
import { RightsForm } from './rights-form.tsx'
import { WhoSees } from './who-sees.tsx'

type RightsView = 'levels' | 'who'

interface RightsDialogProps {
  readonly roomId: number
  readonly subjects: readonly RightsSubject[]
  readonly start: RightsView
  readonly onClose: () => void
}

export function RightsDialog({ roomId, subjects, start, onClose }: RightsDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const dialogs = useDialogs()
  const [draft, setDraft] = useState<Draft>(new Map())
  const [first, ...others] = subjects
  if (!first) return null

  const isFolder = first.isFolder && first.id !== 0
  const name = first.id === 0 ? t('rights.root') : first.name
  const leave = async () => {
    if (
      draft.size > 0 &&
      !(await dialogs.confirm({
        tone: 'check',
        text: t('rights.leave'),
        confirmLabel: t('rights.discard'),
      }))
    )
      return
    onClose()
  }
  const form = (
    <RightsForm
      roomId={roomId}
      subjects={subjects}
      draft={draft}
      onDraft={setDraft}
      onSaved={onClose}
      onCancel={() => void leave()}
    />
  )
  const close = (
    <div className="modal-buttons">
      <Button variant="primary" onClick={() => void leave()}>
        {t('common.close')}
      </Button>
    </div>
  )
  return (
    <Modal size="wide" labelledBy={id} onDismiss={() => void leave()}>
      <h2 id={id} className="title">
        {others.length === 0
          ? t('rights.titleOf', { name })
          : t('rights.titleMany', { count: subjects.length })}
      </h2>
      {others.length === 0 ? (
        <Tabs defaultSelectedKey={start}>
          <TabList className="rights-tabs" aria-label={t('rights.title')}>
            <Tab id="levels" className="rights-tab">
              {t('rights.title')}
            </Tab>
            <Tab id="who" className="rights-tab">
              {t('rights.who')}
            </Tab>
            {isFolder && (
              <Tab id="drop" className="rights-tab">
                {t('submissions.folder')}
              </Tab>
            )}
          </TabList>
          <TabPanel id="levels" className="rights-panel">
            {form}
          </TabPanel>
          <TabPanel id="who" className="rights-panel">
            <WhoSees roomId={roomId} subject={first} />
            {close}
          </TabPanel>
          {isFolder && (
            <TabPanel id="drop" className="rights-panel">
              <DropFolder roomId={roomId} subject={first} />
              {close}
            </TabPanel>
          )}
        </Tabs>
      ) : (
        form
      )}
    </Modal>
  )
}
