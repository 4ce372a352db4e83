import { useTranslation } from '../../../lib/i18n.ts'
import { ChoiceMenu } from '../../../ui/menu/choice-menu.tsx'
import { FILTERS, type MembersView, SORTS } from '../members-view.ts'

interface ViewMenuProps {
  readonly anchor: Element
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
  readonly onClose: () => void
}

export function ViewMenu({ anchor, view, onView, onClose }: ViewMenuProps) {
  const { t } = useTranslation()
  return (
    <ChoiceMenu
      label={t('members.view')}
      anchor={anchor}
      onClose={onClose}
      sections={[
        {
          id: 'filter',
          label: t('members.shown'),
          chosen: view.filter,
          choices: FILTERS.map((id) => ({
            id,
            label: t(`members.${id}`),
            onChoose: () => onView({ ...view, filter: id }),
          })),
        },
        {
          id: 'sort',
          label: t('members.sort'),
          chosen: view.sort,
          choices: SORTS.map((id) => ({
            id,
            label: t(`members.${id}`),
            onChoose: () => onView({ ...view, sort: id }),
          })),
        },
      ]}
    />
  )
}
