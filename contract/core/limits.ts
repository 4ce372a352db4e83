/** Every number that both sides must agree on. Units stand in the names. */
export const LIMITS = {
  /** A body of JSON, unless its call names more; in bytes. */
  jsonBodyBytes: 256_000,
  /** That of the calls that name more, and the part `data` of a form. */
  jsonBodyBytesMax: 1_000_000,
  /** Arrays and objects of a body that stand in one another. */
  jsonDepth: 20,
  /** Numbers, texts, literals, arrays and objects of a body, all together. */
  jsonValues: 20_000,
  inviteesPerCall: 30,
  uploadBytes: 314_572_800,
  uploadFilesPerCall: 1_000,
  idleMs: 1_800_000,
  idleWarningMs: 120_000,
  /** How long a session lasts from its creation, whatever is done in it; how long before its end people are warned. */
  sessionMs: 12 * 3_600_000,
  sessionWarningMs: 600_000,
  raisedMs: 8 * 3_600_000,
  heartbeatMs: 20_000,
  aliveEveryMs: 60_000,
  /** Wrong PINs of 24 hours, of everybody together: beyond them a PIN opens a room on known devices alone. */
  wrongPinsPerDay: 1_000,
  /** How long a browser with which somebody entered stays known to be theirs, from the last entry on. */
  deviceMs: 90 * 24 * 3_600_000,
  devicesPerMember: 20,
  /** How long entries of the activity log are kept: two years. */
  retentionMs: 730 * 24 * 3_600_000,
  /** How long a destruction that was asked for waits for a second operator before it begins by itself. */
  destructionWaitMs: 24 * 3_600_000,
  /** How long asker and confirmer must have been operators, without a break, for a confirmation to act at once. */
  operatorStandingMs: 7 * 24 * 3_600_000,
  /** How long a mailed link opens a room; it does so once. */
  entryLinkMs: 30 * 60_000,
  /** How long the mailed code of the second step is good. */
  stepCodeMs: 10 * 60_000,
  /** How long the code is good that is mailed to the new address of an operator, and how many wrong ones end it. */
  addressCodeMs: 60 * 60_000,
  addressCodeTries: 5,
  /** How long a session waits before it may have another one mailed. */
  stepAgainMs: 60_000,
  /** PINs that one member may be mailed in an hour. */
  pinMailsPerHour: 5,
  leaseIdleMs: 600_000,
  /** Documents that one member has open at the same time; one more closes the one that was used longest ago. */
  leasesPerMember: 50,
  /** How long what was deleted can be restored. */
  trashMs: 30 * 24 * 3_600_000,
  listDefault: 500,
  listMax: 1_000,
  /** Cursors that an outline gives at most. */
  outlineMax: 4_000,
  /** The items in each folder of the trash are counted no further than this. */
  itemCountMax: 1_000,
  nameLength: 255,
  treeDepth: 60,
  /** Items that one copy of a folder makes at most. */
  itemsPerCopy: 50_000,
  /** Items that one call may have measured; what lies in the folders is not counted here. */
  itemsPerMeasure: 1_000,
  /** Items are measured no further than this, what lies in the folders included. */
  measuredMax: 100_000,
  keywordLength: 200,
  /** Paths that one question for conflicts may name. */
  pathsPerCall: 1_000,
  /** Paths of folders that one call makes; each may lead through as many new folders as a tree is deep. */
  foldersPerCall: 100,
  /** Files and folders that one zip or ticket may name; what lies in the folders is not counted here. */
  itemsPerTicket: 1_000,
  /** Files and folders of one zip, with what is in the folders. */
  itemsPerZip: 50_000,
  /** How long a ticket may wait to be used, from when it was issued or what it stands for was prepared. */
  ticketMs: 60_000,
  /** When a ticket ends, from when it was issued, whatever was prepared or begun with it; what flows by then goes on. */
  ticketEndMs: 10 * 60_000,
  /** Tickets of one member; one more ends the oldest. */
  ticketsPerMember: 200,
  /** An upload that is resumed no more is removed after so long without a byte. */
  uploadRestMs: 24 * 3_600_000,
  /** Unfinished uploads of one member. */
  uploadsPerMember: 200,
  /** A piece of a resumed upload that does not reach the end has at least so many bytes. */
  uploadPieceBytes: 32_768,
  /** Characters that somebody may look for in a document. */
  findLength: 100,
  /** Documents that a search of texts tells of at once, unless the call says how many: each is opened before it is told. */
  searchDefault: 20,
  /** Pages of a document that a search of all documents tells of. */
  searchPages: 10,
  /** Hits on a page are counted, and documents whose text is still being read, no further than this. */
  searchCountMax: 1_000,
  /** Hits that one search tells of. */
  findHits: 1_000,
  /** Characters of a page that are read; a page of print has some thousands. */
  pageCharacters: 100_000,
  /** Links of a page that are told. */
  linksPerPage: 1_000,
  linkLength: 2_000,
  /** No PDF takes more: 127 bytes count at most. */
  passwordLength: 500,
  /** Reports of a browser that one call may carry. */
  reportsPerCall: 100,
  pageWidthMin: 16,
  pageWidthMax: 4_096,
  messageTitle: 200,
  messageContent: 10_000,
  recipientsPerMessage: 1_000,
  /** How long the sender finds a message among what was sent. */
  sentMessageMs: 90 * 24 * 3_600_000,
  /** How long the file of a message is kept: to be fetched, or where its mail did not arrive, to be sent once more. */
  messageFileMs: 7 * 24 * 3_600_000,
  /** Characters of what somebody has typed and not sent yet. */
  draftLength: 60_000,
  /** How long that is kept from the last change on. */
  draftMs: 7 * 24 * 3_600_000,
  /** What a file may have that travels in a mail: mail servers hardly take more. A larger one goes with a message as a link. */
  attachmentBytes: 10_000_000,
  /** The same, summed up over all recipients: each mail holds the file for itself until it is sent. */
  attachmentBytesOfAll: 200_000_000,
  /** Pages that a document to sign may have. */
  pagesPerDocument: 5_000,
  /** An image for stamping is kept with no more pixels a side. */
  stampPixels: 2_000,
  /** Boxes, and remarks beside them, that one document may have. */
  boxesPerDocument: 2_000,
  annotationsPerDocument: 2_000,
  /** People whom one document may have. */
  participantsPerDocument: 100,
  /** Documents that one call invites to. */
  documentsPerInvitation: 50,
  /** What is written and drawn on all pages of a document, in bytes of JSON. */
  annotationsBytes: 8_000_000,
  /** Characters of a text that stands in a box or is written on a page. */
  boxText: 1_000,
  /** Characters of what its author calls a box. */
  boxLabel: 40,
  /** What an image may have that is stamped on a page or signs. */
  signatureImageBytes: 5_000_000,
  /** Days for which an invitation to sign is valid, unless told, and at most. */
  signValidDefault: 14,
  signValidMax: 365,
  /** Mails to those whom documents to sign concern, that one room sends in an hour. */
  signMailsPerHour: 500,
  /** How long somebody waits who was reminded before they can be reminded again. */
  remindAgainMs: 10 * 60_000,
  /** Bytes of the images that come as files with the call with which somebody signs. */
  signFilesBytes: 20_000_000,
  /** Characters of base64 that the images may have with which all sign a document; each signer has the same share. */
  signatureImagesBytes: 60_000_000,
  /** Characters of the notice that goes with a document to sign, and of a reason to decline. */
  signNotice: 2_000,
  declineReason: 500,
  /** How long an archive is kept from when it is ready. */
  archiveMs: 3 * 24 * 3_600_000,
  /** Archives of one person that are there at the same time, and as many of the room. */
  archivesAtOnce: 5,
  /** Of one person: marked copies lie on the disk as long as an archive does. */
  ownArchivesAtOnce: 3,
  /** Files and folders of one archive. */
  itemsPerArchive: 200_000,
  /** Characters of a passphrase that an archive is sealed to. */
  archivePassphraseMin: 12,
  /** A room with this limit of users has none. */
  usersUnlimited: 10_000,
  roomStorageBytes: 10_000_000_000,
} as const

/**
 * How fast a member reads before answers wait, where the room has no limits of its own: documents opened, different pages, downloads and prints.
 * Beyond twice a limit nothing is given until its minute or hour is over.
 */
export const READING_LIMITS = {
  documentsPerMinute: 30,
  pagesPerMinute: 120,
  downloadsPerMinute: 30,
  documentsPerHour: 300,
  pagesPerHour: 2_000,
  downloadsPerHour: 300,
} as const

/** What a limit of reading may be set to, from 1 on. */
export const READING_LIMIT_MAX = 100_000

/** Strength of the watermark, in per cent of the standard. */
export const WATERMARK_STRENGTH = { least: 50, most: 200 } as const

/** Extensions that may be uploaded, lower case. */
export const EXTENSIONS = ['jpg', 'jpeg', 'bmp', 'png', 'pdf', 'hwp', 'hwpx', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'] as const
export type Extension = (typeof EXTENSIONS)[number]

/** `type` of an item on the wire. */
export const ITEM_TYPE = { file: 4, folder: 5, emptyRoot: 8 } as const

/** `roleId` on the wire. */
export const ROLE = { operator: 4, participant: 5 } as const

/** How large a file may be that travels in the mails of a message to so many people; in bytes. A larger one is fetched by link. */
export const attachmentLimit = (recipients: number): number =>
  Math.min(LIMITS.attachmentBytes, Math.floor(LIMITS.attachmentBytesOfAll / Math.max(1, recipients)))

const MESSAGE_FILES_LEAST = 50_000_000

/** What the files of messages of a room may come to that are kept to be fetched, and those of one member; in bytes, apart from its storage. */
export function messageFilesBudget(roomStorage: number): { readonly room: number; readonly member: number } {
  const room = Math.max(MESSAGE_FILES_LEAST, Math.floor(roomStorage / 20))
  return { room, member: Math.floor(room / 5) }
}

/** Widths in device pixels at which page images are made; a request is rounded up to the next one. */
export const PAGE_WIDTHS = [64, 128, 256, 480, 800, 1_200, 1_600, 2_400, 3_200, 4_096] as const

/** Widths in device pixels of a page of which single tiles are asked for; no other is taken. */
export const TILED_WIDTHS = [800, 1_200, 1_600, 2_400, 3_200, 4_800, 6_400, 9_600, 12_800, 19_200] as const
