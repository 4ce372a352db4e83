import './menus-dialog.css'
import {
  DoorClosed,
  History,
  LayoutDashboard,
  Signature,
  Trash2,
  Upload,
  UserPlus,
} from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Modal, ModalClose } from '../../ui/dialog/modal.tsx'

const MENUS = [
  { title: 'app.dashboard', text: 'dashboard.menuDashboard', Icon: LayoutDashboard },
  { title: 'uploads.title', text: 'dashboard.menuUpload', Icon: Upload },
  { title: 'trash.title', text: 'dashboard.menuTrash', Icon: Trash2 },
  { title: 'members.title', text: 'dashboard.menuInvitation', Icon: UserPlus },
  { title: 'dashboard.history', text: 'dashboard.menuHistory', Icon: History },
  { title: 'room.ending', text: 'dashboard.menuEnding', Icon: DoorClosed },
  { title: 'app.compose', text: 'dashboard.menuCompose', Icon: Signature },
] as const

export function MenusDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('dashboard.menus')}
      </h2>
      <dl className="operator-menus">
        {MENUS.map(({ title, text, Icon }) => (
          <div key={title}>
            <dt>
              <Icon />
              {t(title)}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <ModalClose onClick={onClose}>{t('common.close')}</ModalClose>
    </Modal>
  )
}
