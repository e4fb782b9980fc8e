import { denyList } from './deny-list.ts';
import { httpProvider } from './http-provider.ts';
import { CLEAR, type Screen } from './screen.ts';

export interface ScreeningPlaces {
  readonly denyListFile: string | null;
  readonly screeningUrl: string | null;
}

/** Whether anybody is asked. */
export function isScreening({ denyListFile, screeningUrl }: ScreeningPlaces): boolean {
  return denyListFile !== null || screeningUrl !== null;
}

/** The screening that is configured. All are asked, and all must answer; one hit is enough. */
export function openScreen(config: ScreeningPlaces): Screen {
  const screens: Screen[] = [];
  if (config.denyListFile !== null) screens.push(denyList(config.denyListFile));
  if (config.screeningUrl !== null) screens.push(httpProvider(config.screeningUrl));
  return async (subject) => {
    const verdicts = await Promise.all(screens.map((screen) => screen(subject)));
    return verdicts.find(({ isHit }) => isHit) ?? CLEAR;
  };
}
