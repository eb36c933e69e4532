// Written by `node tools/pictures/make.mjs`: change tools/pictures/table.json instead.
// Drawings of @web3icons/core 4.0.56 (MIT, by 0xa3k5; its notice is in NOTICE.md). The marks belong
// to their owners: docs/licences.md says how one is removed.

const solana =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24"><path fill="url(%23solana__b)" d="M24 0H0v24h24z"/><path fill="%23fff" d="M17.7 8.358a.55.55 0 0 1-.365.145H4.515c-.455 0-.684-.52-.37-.825l2.106-2.03a.54.54 0 0 1 .364-.15h12.87c.46 0 .685.524.365.83zm0 10.005c-.1.09-.23.14-.365.14H4.515c-.455 0-.684-.516-.37-.82l2.106-2.036a.53.53 0 0 1 .364-.145h12.87c.46 0 .685.52.365.825zm0-7.72a.55.55 0 0 0-.365-.14H4.515c-.455 0-.684.515-.37.82l2.106 2.035c.1.091.23.143.364.144h12.87c.46 0 .685-.52.365-.824z"/><defs><linearGradient id="solana__b" x1="4.001" x2="20.408" y1="50.258" y2="50.108" gradientUnits="userSpaceOnUse"><stop stop-color="%23599DB0"/><stop offset="1" stop-color="%2347F8C3"/></linearGradient></defs></svg>'

/** Pictures by CAIP-2 id, each the source of an `<img>`. */
export const pictures: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': solana,
  'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3': solana,
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': solana,
}
