import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useInRoom } from './room-access.ts'

function RoomAnchor({ href, children, ...rest }: ComponentProps<'a'>) {
  const inRoom = useInRoom()
  return (
    <a {...rest} href={href && inRoom(href)}>
      {children}
    </a>
  )
}

export const RoomLink = createLink(RoomAnchor)
