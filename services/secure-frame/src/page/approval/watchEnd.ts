/** The part of a card that scrolls. */
export interface Request {
  /** Stands after the last line of the request, in the part that scrolls. */
  end: Element
  /** Hears whether the end was seen, for the words on the card. */
  tellEnd(isSeen: boolean): void
}

/** Remembers whether a person has had the end of the request before them. */
export interface End {
  /** The browser's newest word on the end of the request. */
  measured(isInView: boolean): void
  /**
   * The newest word on the card: the end counts as seen only while the whole card is.
   * @returns whether the end has been seen, now or before
   */
  isSeen(isCardSeen: boolean): boolean
  /** The card has another size: other lines stand in it, and what was measured is of before. */
  forget(): void
}

/** @param tell hears each word on it, also those that say the same */
export function createEnd(tell: (isSeen: boolean) => void = () => undefined): End {
  let isInView: boolean | undefined
  let wasSeen = false
  return {
    measured: (isNow) => void (isInView = isNow),
    isSeen(isCardSeen) {
      wasSeen ||= isCardSeen && isInView === true
      if (isInView !== undefined) tell(wasSeen)
      return wasSeen
    },
    forget() {
      isInView = undefined
      wasSeen = false
    },
  }
}
