/** A key on a square: an icon as EIP-6963 wants it, a data URI. */
export const localnetIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 96'%3E%3Crect width='96' height='96' rx='22' fill='%230b6e4f'/%3E%3Ccircle cx='36' cy='48' r='14' fill='none' stroke='%23fff' stroke-width='8'/%3E%3Cpath d='M50 48h28v14M66 48v10' fill='none' stroke='%23fff' stroke-width='8'/%3E%3C/svg%3E"
