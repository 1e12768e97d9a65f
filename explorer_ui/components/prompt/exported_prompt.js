// The end of a prompt as a page of its own.

import { drawExported } from "../shared/exported.js";
import mount from "./prompt.js";

drawExported(mount);
