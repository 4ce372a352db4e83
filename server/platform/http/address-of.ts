import type { FastifyRequest } from 'fastify'

/** The address of the peer. Once its connection is gone there is none, whatever the type says; an entry of the log has a text there. */
export const addressOf = ({ ip }: { readonly ip: FastifyRequest['ip'] | undefined }): string => ip ?? ''
