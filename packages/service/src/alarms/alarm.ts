/** Something that is wrong, as doctor finds it. */
export interface Wrong {
  /** Its name: two of the same name are one. */
  readonly what: string;
  readonly facts: string;
  readonly advice: string;
  /** Money is in danger, or a part of the desk stands still, or it has lasted for too long. */
  readonly isCritical?: boolean;
  /** The order that it is about, if it is about one. */
  readonly order?: string;
  /** The page of the console where something can be done about it. */
  readonly page?: string;
}

/** It as the operators have it before them. */
export interface OpenAlarm extends Required<Wrong> {
  /** Null: nobody has stored it yet. */
  readonly id: number | null;
  readonly since: number;
  /** When it was last seen. */
  readonly seenAt: number;
  /** Who is on it; empty: nobody. */
  readonly owner: string;
  /** Until when nobody wants to hear of it; 0, or gone by: it was not put off. */
  readonly snoozedUntil: number;
  readonly snoozedBy: string;
}

/** One that is over. */
export interface PastAlarm extends Required<Wrong> {
  readonly id: number;
  readonly since: number;
  readonly closedAt: number;
  readonly owner: string;
}
