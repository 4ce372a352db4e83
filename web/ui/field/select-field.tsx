import './field.css'
import '../menu/menu.css'
import './select-field.css'
import { Check, ChevronDown } from 'lucide-react'
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components'

interface SelectOption<Id> {
  readonly id: Id
  readonly label: string
}

interface SelectFieldProps<Id extends string | number> {
  readonly label: string
  readonly options: readonly SelectOption<Id>[]
  readonly chosen: Id
  readonly placeholder?: string
  readonly onChoose: (id: Id) => void
}

export function SelectField<Id extends string | number>({
  label,
  options,
  chosen,
  placeholder = '…',
  onChoose,
}: SelectFieldProps<Id>) {
  // Autofill passes the id as text.
  const choose = (key: string | number | null) => {
    const option = options.find(({ id }) => String(id) === String(key))
    if (option) onChoose(option.id)
  }
  return (
    <Select className="select" placeholder={placeholder} value={chosen} onChange={choose}>
      <Label className="select-label">{label}</Label>
      <Button className="field field-small select-button">
        <SelectValue className="ellipsis">
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : selectedText)}
        </SelectValue>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover className="menu-popover" placement="bottom start" offset={4}>
        <ListBox className="menu select-list">
          {options.map(({ id, label: text }) => (
            <ListBoxItem key={id} id={id} textValue={text} className="menu-item menu-choice">
              <Text slot="label">{text}</Text>
              {id === chosen && <Check />}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  )
}
