import { Check } from 'lucide-react'
import { Header, Menu, MenuItem, MenuSection, Text } from 'react-aria-components'
import { type MenuAnchor, MenuPlace } from './menu-place.tsx'

interface Choice {
  readonly id: string
  readonly label: string
  readonly lang?: string
  readonly onChoose: () => void
}

interface ChoiceSectionProps {
  readonly id: string
  readonly label: string
  readonly chosen: string
  readonly choices: readonly Choice[]
}

interface ChoiceMenuProps {
  readonly label: string
  readonly anchor: MenuAnchor
  readonly sections: readonly ChoiceSectionProps[]
  readonly onClose: () => void
}

export function ChoiceMenu({ label, anchor, sections, onClose }: ChoiceMenuProps) {
  return (
    <MenuPlace label={label} anchor={anchor} onClose={onClose}>
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {sections.map((section) => (
          <ChoiceSection key={section.id} {...section} />
        ))}
      </Menu>
    </MenuPlace>
  )
}

export function ChoiceSection({ id, label, chosen, choices }: ChoiceSectionProps) {
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[`${id}-${chosen}`]}
    >
      <Header className="menu-heading">{label}</Header>
      {choices.map((choice) => (
        <MenuItem
          key={choice.id}
          id={`${id}-${choice.id}`}
          textValue={choice.label}
          className="menu-item menu-choice"
          onAction={choice.onChoose}
        >
          <Text slot="label" lang={choice.lang}>
            {choice.label}
          </Text>
          {choice.id === chosen && <Check />}
        </MenuItem>
      ))}
    </MenuSection>
  )
}
