/** A state of a room. */
export type State = 'free' | 'booked' | 'closed';

/** A room that guests book. */
export interface Room {
  readonly id: number;
  /** As it is on the door. */
  readonly name: string;
  readonly state: State;
  readonly floor: number | null;
  readonly opened: Date;
  readonly photos?: readonly Photo[];
}

/** A picture of a room. */
export interface Photo {
  readonly url: string;
  readonly size: readonly [width: number, height: number];
}

/** A page of things. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly next: string | null;
}

const room: Room = { id: 1, name: 'Attic', state: 'free', floor: 3, opened: new Date(0) };

export const rooms: readonly Room[] = [room];

export const findRoom = (id: string): Room | null => (id === '1' ? room : null);
